#!/bin/sh
# Tries and measures everything in this folder on the NVIDIA GPU of this machine, within 8 minutes, and without a network.
# results/gpu.md is what to read; gpu.json has the same, and log.txt what the programs said.
cd "$(dirname "$0")" && exec ./gpu -session . "$@"
