class A:
    def __secret(self): pass
    def test(self):
        self.__secret()
def constructor(): pass
def toString(): pass
constructor()
toString()
hasOwnProperty()
class Naïve:
    def größe(self): pass
Naïve().größe()
