"""The system prompt of a hand's agent task."""


def system(r, task, prompts, share=0.6):
    """One of the prompts in a share of cases; always one if the task's test command stands there."""
    s = r.choice(prompts) if r.random() < share else None
    if task.system:
        return task.system if not s else s + " " + task.system if r.random() < 0.7 else task.system + " " + s
    return s
