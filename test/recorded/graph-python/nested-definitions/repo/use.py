def outer():
    def helper():
        helper()
    class Local:
        def run(self):
            helper()
            self.run()
    Local().run()
    x = Local()
    x.run()
    return helper
helper()

class Outer:
    class Inner:
        def act(self): pass
    def test(self):
        self.Inner().act()
        Outer.Inner().act()
        Inner()
