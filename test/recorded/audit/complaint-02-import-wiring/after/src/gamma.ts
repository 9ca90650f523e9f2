export interface Gamma {
  beta?: boolean;
}
