__all__ = ['shown', '_private_but_shown']
def shown(): pass
def hidden(): pass
def _private_but_shown(): pass
