"""What the hands that write agent tasks share: reading their frames, makers of tasks, and system prompts."""


def read_banks(text, into, prefix=""):
    """Banks of frames in `into`: a line "## name", then a frame a line; \\n in one is a new line."""
    bank = None
    for line in text.strip().split("\n"):
        if line.startswith("## "):
            bank = into.setdefault(prefix + line[3:].strip(), [])
        elif line.strip():
            bank.append(line.strip().replace("\\n", "\n"))


def maker(job, fill, again):
    """A maker of tasks from what fills a job in; one that raises `again` is made up anew."""
    def make(r):
        while True:
            j = job(r)
            try:
                fill(r, j)
                return j.finish(fill.__name__)
            except again:
                pass
    make.__name__ = fill.__name__
    return make


def system(r, task, prompts, share=0.6):
    """One of the prompts in a share of cases; always one if the task's test command stands there."""
    s = r.choice(prompts) if r.random() < share else None
    if task.system:
        return task.system if not s else s + " " + task.system if r.random() < 0.7 else task.system + " " + s
    return s
