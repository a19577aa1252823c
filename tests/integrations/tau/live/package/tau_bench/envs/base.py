from tests.integrations.tau.live import desk

__all__ = ["Env", "load_user"]


def load_user():
    user = desk.User()
    user.reset()
    return user


class Env(desk.Env):
    """Makes its user as the real one does: with a first message that nobody hears."""

    def __init__(self, task_index: int = 0) -> None:
        super().__init__(task_index=task_index, user=load_user())
