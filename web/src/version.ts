// What the foot of the page says of itself.

export interface Version {
  readonly number: string;
  readonly source?: string;
  readonly documentation?: string;
}
