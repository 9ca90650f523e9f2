if sys.platform == "win32":
    def only_here():
        return win(1)
else:
    def only_here():
        return unix(2)

try:
    from fast import speed
except ImportError:
    def speed():
        return slow(3)

for name in names:
    class Made:
        def method(self):
            if name:
                def nested():
                    return deep(4)
            return nested

with context:
    def always():
        return sure(5)
