const Animal = require('./main');
new Animal().speak();
Animal.create();
