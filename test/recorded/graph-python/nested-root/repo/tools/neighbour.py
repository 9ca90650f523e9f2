def help_out(): pass
