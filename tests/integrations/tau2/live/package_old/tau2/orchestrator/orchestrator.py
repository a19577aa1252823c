from tests.integrations.tau2.live import hall

__all__ = ["Orchestrator"]


class Orchestrator(hall.Orchestrator):
    def run(self):
        return super().run()
