def run(): pass
class Engine:
    def start(self): pass
