def rows(): pass
