def clean(): pass
