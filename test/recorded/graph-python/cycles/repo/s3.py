def deep(): pass
