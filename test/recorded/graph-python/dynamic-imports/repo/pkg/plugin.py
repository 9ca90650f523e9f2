def load(): pass
async def fetch(): pass
class Job:
    def run(self): pass
