from use import f
f()
