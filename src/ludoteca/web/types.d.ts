/** What the server sends, as docs/protocol.md tells it. For checking alone: no page loads this. */

export type Pick = number | string;
export type Colour = [number, number, number];

export interface Glyph {
  text: string;
  name: string;
  seat: number | null;
  faces: Record<string, string>;
  picture?: string;
}

export interface SheetSeat {
  title: string;
  colour: Colour;
  turn?: number;
  shape?: number;
}

export interface Sheet {
  game: string;
  title: string;
  style: string;
  names: string[];
  places: [number, number][];
  period: [number, number] | null;
  regions: Record<string, number[]>;
  lines: [number, number][];
  labels: { text: string; x: number; y: number }[];
  glyphs: Record<string, Glyph>;
  seats: SheetSeat[];
  faces: string[];
  scale?: [number, number];
  zones?: { name: string; seat: number; cells: number[] }[];
  clauses?: Record<string, { clause: string; words: string }>;
  legend?: Mark[];
  start?: View;
}

export interface Mark {
  kind: string;
  cell: number;
  text?: string;
  seat?: number | null;
  where?: string;
  colour?: Colour | null;
  shape?: string;
  amount?: number;
  words?: string;
}

export interface Pool {
  name: string;
  seat: number;
  units: string[];
}

export interface View {
  units: [number, string][];
  marks: Mark[];
  notes: string[];
  pools?: Pool[];
}

export interface Step {
  verb: string;
  unit?: string;
  cells: number[];
}

export type Move = [string, Pick[]];

export interface RoomSeat {
  kind: string;
  name: string;
  level?: number;
  is_here?: boolean;
}

export interface Clocks {
  left: number[];
  running: number | null;
}

export interface Offer {
  what: string;
  seat: number;
  agreed: number[];
  asked: number[];
  to?: number;
}

export interface Outcome {
  payoffs: number[];
  winner: number | null;
  clause: string;
  reason: string;
  words?: string;
}

export interface Room {
  id: string;
  game: string;
  public: boolean;
  seq: number;
  seats: RoomSeat[];
  number: number;
  to_move: number;
  moves: string[];
  movers: number[];
  clock: { base: number; increment: number } | null;
  clocks: Clocks | null;
  offers: Offer[];
  outcome: Outcome | null;
  rematch: string | null;
  host: boolean;
}

export interface Ruling {
  clause: string;
  message: string;
  words?: string;
  cells: number[];
}

/** Anything that the server says; which fields there are depends on `say`. */
export interface Told {
  say: string;
  id?: string;
  ack?: string;
  seq?: number;
  what?: string;
  seat?: number;
  move?: string;
  number?: number;
  turn?: number;
  to_move?: number;
  you?: number[];
  room?: Room;
  view?: View;
  steps?: Step[];
  events?: Told[];
  clocks?: Clocks | null;
  offers?: Offer[];
  offer?: string;
  outcome?: Outcome | null;
  seats?: RoomSeat[] | boolean[];
  rematch?: string | null;
  name?: string;
  why?: string;
  message?: string;
  ruling?: Ruling | null;
  moves?: Move[] | null;
  origins?: [Pick, number][];
  total?: number;
  cells?: number[];
  lines?: { moves: string[]; cells: number[][]; shares: number[] }[];
  shares?: number[];
  depth?: number;
  watching?: number;
  code?: string;
  kind?: string;
}
