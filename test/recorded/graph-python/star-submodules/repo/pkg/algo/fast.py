def run(): pass
def extra(): pass
