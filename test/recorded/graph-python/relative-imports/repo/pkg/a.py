def fa(): pass
