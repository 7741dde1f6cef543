// The shape of the figures that are read from the shipped files when the page is built.

export interface Figures {
  readonly models: readonly ModelFigures[];
  /** What `ansatz evaluate paper` has measured, if it was kept with the networks. */
  readonly report?: Report | undefined;
}

export interface ModelFigures {
  readonly task: string;
  readonly bytes: number;
  readonly parameters?: number;
  readonly model?: {
    readonly width: number;
    readonly heads: number;
    readonly encoder_layers: number;
    readonly decoder_layers: number;
  };
  readonly generator?: {
    readonly max_ops: number;
    readonly max_degree: number;
    readonly max_constant: number;
    readonly max_length: number;
  };
  readonly batch?: number;
  readonly trained: { readonly examples: number; readonly hours: number } | undefined;
}

/** As in `crates/cli/src/evaluate/paper/results.rs`. */
export interface Report {
  readonly version: string;
  readonly limit: number;
  readonly effort: string;
  readonly sections: readonly Section[];
}

export interface Section {
  readonly name: string;
  readonly title: string;
  readonly notes: readonly string[];
  readonly skipped?: string;
  readonly tables: readonly Table[];
  /** Older reports have none. */
  readonly plots?: readonly ReportPlot[];
}

/** Curves of percentages. */
export interface ReportPlot {
  readonly file: string;
  readonly title: string;
  readonly x: { readonly label: string };
  readonly series: readonly {
    readonly label: string;
    readonly points: readonly (readonly [number, number])[];
  }[];
}

export interface Table {
  readonly corner: string;
  readonly columns: readonly string[];
  readonly lines: readonly {
    readonly label: string;
    readonly by: 'ansatz' | 'paper' | 'notebook' | 'fricas';
    readonly cells: readonly (number | string | null)[];
  }[];
}
