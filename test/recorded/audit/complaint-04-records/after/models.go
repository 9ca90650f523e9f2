package models

type Person struct {
	ID    int    `json:"id"`
	Name  string `json:"name"`
	Email string `json:"email"`
}

type Product struct {
	ID    int    `json:"id"`
	Name  string `json:"name"`
	Email string `json:"email"`
}

func NewPerson(id int, name string, email string) *Person {
	return &Person{ID: id, Name: name, Email: email}
}

func NewProduct(id int, name string, email string) *Product {
	return &Product{ID: id, Name: name, Email: email}
}
