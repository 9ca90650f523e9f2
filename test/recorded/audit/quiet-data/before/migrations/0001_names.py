def forwards(apps, schema_editor):
    Person = apps.get_model("people", "Person")
    for person in Person.objects.all():
        first, _, last = person.name.partition(" ")
        person.first = first.strip()
        person.last = last.strip()
        person.save()
