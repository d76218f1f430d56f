package protocol

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
)

// maxHeader limits the bytes of the struct of a message.
const maxHeader = 64 << 20

// Send writes a message: a *Request or a *Response, and bytes.
func Send(w io.Writer, message any, body []byte) error {
	head, err := json.Marshal(message)
	if err != nil {
		return err
	}
	lengths := binary.LittleEndian.AppendUint32(nil, uint32(len(head)))
	lengths = binary.LittleEndian.AppendUint64(lengths, uint64(len(body)))
	for _, part := range [][]byte{append(lengths, head...), body} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// Receive reads a message into a *Request or a *Response, and returns its bytes, at most limit. The error is
// io.EOF if there is no message.
func Receive(r io.Reader, message any, limit int64) ([]byte, error) {
	var lengths [12]byte
	if _, err := io.ReadFull(r, lengths[:]); err != nil {
		return nil, err
	}
	n, size := binary.LittleEndian.Uint32(lengths[:]), binary.LittleEndian.Uint64(lengths[4:])
	if n > maxHeader || size > uint64(limit) {
		return nil, fmt.Errorf("a message of %d and %d bytes, where at most %d and %d are expected", n, size,
			maxHeader, limit)
	}
	head := make([]byte, n)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, short(err)
	}
	if err := json.Unmarshal(head, message); err != nil {
		return nil, err
	}
	body := make([]byte, size)
	_, err := io.ReadFull(r, body)
	return body, short(err)
}

// short turns the end of the stream within a message into an error that is not io.EOF.
func short(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
