def fc(): pass
