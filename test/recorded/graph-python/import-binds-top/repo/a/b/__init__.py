def fb(): pass
