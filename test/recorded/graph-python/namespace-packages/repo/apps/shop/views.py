from shop.models import total
from apps.shop import models
from .models import total as t2
import apps.shop.models
from apps.cloud import client
total()
models.total()
t2()
apps.shop.models.total()
client()
