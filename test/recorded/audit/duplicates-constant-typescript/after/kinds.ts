export enum Source {
  Stations = 'https://api.gauges.example/v2/stations',
  Other = 'other',
}
