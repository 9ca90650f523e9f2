def first(): pass
