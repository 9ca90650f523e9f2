from s1 import deep
from s2 import deep as again
from s1 import nowhere
deep()
again()
nowhere()
