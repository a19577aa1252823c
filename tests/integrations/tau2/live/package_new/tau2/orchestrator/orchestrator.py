from tests.integrations.tau2.live import hall

__all__ = ["BaseOrchestrator", "Orchestrator"]


class BaseOrchestrator(hall.Orchestrator):
    def run(self):
        return super().run()


class Orchestrator(BaseOrchestrator):
    """Takes turns."""
