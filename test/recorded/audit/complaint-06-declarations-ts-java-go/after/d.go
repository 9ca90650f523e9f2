package d

const (
	Low = iota
	Middle
	High
)

type Package struct {
	Name    string `json:"name,omitempty"`
	Version string `json:"version,omitempty"`
	Licence string `json:"licence,omitempty"`
}

type Channel struct {
	Name    string `json:"name,omitempty"`
	Version string `json:"version,omitempty"`
	Licence string `json:"licence,omitempty"`
}
