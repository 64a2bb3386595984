"""The processes of one training, one a GPU."""
import os
import socket
import subprocess
import sys
import time


class Ranks:
    """This process's rank among all, and the exchanges between them."""

    def __init__(self, device):
        self.rank = int(os.environ.get("RANK", 0))
        self.world = int(os.environ.get("WORLD_SIZE", 1))
        if self.world > 1:
            import torch.distributed as dist

            dist.init_process_group("nccl" if device == "cuda" else "gloo")
            self.host = dist.new_group(backend="gloo")

    def average(self, flat):
        """Replaces a tensor by its mean over the processes."""
        if self.world > 1:
            import torch.distributed as dist

            dist.all_reduce(flat)
            flat /= self.world

    def decide(self, value):
        """The first process's `value`, a float, in every process."""
        if self.world == 1:
            return value
        import torch
        import torch.distributed as dist

        shared = torch.tensor([value], dtype=torch.float64)
        dist.broadcast(shared, 0, group=self.host)
        return shared.item()

    def align(self, model):
        """Copies the first process's weights to all: rounding must not let them drift apart."""
        if self.world > 1:
            import torch.distributed as dist

            for p in model.parameters():
                dist.broadcast(p.data, 0)

    def leave(self):
        if self.world > 1:
            import torch.distributed as dist

            dist.barrier(group=self.host)
            dist.destroy_process_group()


def launch(gpus):
    """Starts this command once a GPU; returns the status of the first that failed, or 0."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    common = {"WORLD_SIZE": str(gpus), "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)}
    processes = []
    for rank in range(gpus):
        env = {**os.environ, **common, "RANK": str(rank), "CUDA_VISIBLE_DEVICES": str(rank)}
        processes.append(subprocess.Popen([sys.executable, *sys.argv], env=env))
    while True:
        ends = [p.poll() for p in processes]
        bad = next((e for e in ends if e), None)
        if bad is not None:
            for p in processes:
                p.terminate()
        if bad is not None or None not in ends:
            return bad or 0
        time.sleep(0.5)
