/** What a tool's exposure is read from. */
export interface ToolText {
  input: unknown;
  /** What the model got; null when the log does not hold it. */
  text: string | null;
  /** `toolTelemetry` of the result. */
  telemetry: unknown;
}
