import a.b.c
import a.b
import os.path
import xml.dom.minidom as dom
a.b.c.fc()
a.b.fb()
os.path.join('a', 'b')
os.getcwd()
dom.parse('x')
b.fb()
