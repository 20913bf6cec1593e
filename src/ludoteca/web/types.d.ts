/** The messages between page and server, as docs/protocol.md defines them. For type checking only: no page loads this. */

import type { Board } from "./static/board.js";
import type { Connection } from "./static/connection.js";
import type { BoardInput } from "./static/input.js";

export type Pick = number | string;
export type Colour = [number, number, number];

export interface Glyph {
  text: string;
  name: string;
  seat: number | null;
  faces: Record<string, string>;
  picture?: string;
}

/** A text that the server sent: in English, and for other languages its template and what was put into it. */
export interface Message {
  message: string;
  message_id?: string;
  values?: Record<string, any>;
}

export interface SheetSeat {
  title: string;
  /** The title in English, which is the name of who has no other. */
  name?: string;
  colour: Colour;
  turn?: number;
  shape?: number;
}

export interface Sheet {
  game: string;
  title: string;
  options: Record<string, unknown>;
  style: string;
  names: string[];
  places: [number, number][];
  period: [number, number] | null;
  regions: Record<string, number[]>;
  lines: [number, number][];
  labels: { text: string; x: number; y: number }[];
  /** By notation, what stands along the edges in place of the names: a character for each file or rank. */
  edges?: Record<string, { below: string; above: string; left: string }>;
  glyphs: Record<string, Glyph>;
  pictures: Record<string, string>;
  outlines: string[];
  seats: SheetSeat[];
  faces: string[];
  notations?: string[];
  asks_for_face?: boolean;
  scale?: [number, number];
  corners?: number[];
  zones?: { name: string; seat: number; cells: number[] }[];
  clauses?: Record<string, { clause: string; words: string }>;
  /** The words after which two cells are the corners of a block. */
  blocks?: string[];
  signs?: Sign[];
  legend?: Mark[];
  start?: View;
}

/** A sign in the texts of moves, and what it means. */
export interface Sign {
  sign: string;
  example: string;
  words: string;
  clause: string;
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
  is_usual?: boolean;
}

export interface Pool {
  name: string;
  seat: number;
  units: string[];
}

export interface Goal {
  seat: number;
  name: string;
  units: string[];
  needed: number;
}

export interface View {
  units: [number, string][];
  marks: Mark[];
  notes: string[];
  pools?: Pool[];
  prompt?: string;
  goals?: Goal[];
}

export interface Step {
  verb: string;
  unit?: string;
  cells: number[];
}

/** What a clause means for the unit on a cell, or for the whole of `cells`. */
export interface Note {
  clause: string;
  words: string;
  cell?: number;
  cells?: number[];
  shape?: "shield" | "area";
  seat?: number;
  message_id?: string;
  values?: Record<string, any>;
}

/** A position that shows what a clause means. */
export interface Example {
  caption: string;
  view: View;
  options?: Record<string, unknown>;
  marks?: number[];
  move?: string;
  steps?: Step[];
  attempt?: number[];
  ruling?: { clause: string; message: string; cells: number[] };
  origin?: number;
  reaches?: number[];
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
  /** One for each seat; none in a game that ended without a result. */
  payoffs: number[];
  winner: number | null;
  clause: string;
  reason: string;
  words?: string;
  /** Whether the clause is one of the house rules, not of the game's. */
  is_house: boolean;
  message_id?: string;
  values?: Record<string, any>;
}

export interface Room {
  id: string;
  game: string;
  public: boolean;
  /** Whether an open seat may be taken without an invitation. */
  is_joinable: boolean;
  seq: number;
  seats: RoomSeat[];
  number: number;
  to_move: number;
  moves: string[];
  movers: number[];
  options: Record<string, unknown>;
  start: string;
  clock: { base: number; increment: number; is_per_move?: boolean } | null;
  clocks: Clocks | null;
  offers: Offer[];
  outcome: Outcome | null;
  rematch: string | null;
  /** The version of the rules by which the game began. */
  rules_version: number;
  /** A sentence that everyone in the room should read, or nothing. */
  notice: string;
  notice_id?: string;
  notice_values?: Record<string, any>;
  host: boolean;
}

export interface Ruling extends Message {
  clause: string;
  words?: string;
  cells: number[];
}

/** A message from the server; `say` tells which. */
export type ServerMessage = RoomMessage | Answer;

/** A message that is not the answer to a question. */
export type RoomMessage = Welcome | RoomEvent | Acknowledgement | Refusal | Presence | Waiting | Review | Remark;

export interface Welcome {
  say: "welcome";
  seq: number;
  you: number[];
  room: Room;
  view?: View;
  steps?: Step[];
}

/** What happened in the room; `what` tells the kind. The state that it changed comes along. */
export type RoomEvent =
  | MovedEvent
  | OfferEvent
  | (RoomChanges & { what: "sat"; seat: number; name: string })
  | (RoomChanges & { what: "taken-back"; seat: number; number: number; view?: View })
  | (RoomChanges & { what: "handed"; seat: number; kind: string; level?: number })
  | (RoomChanges & { what: "rematched"; rematch: string })
  | (RoomChanges & { what: "created" | "drawn" | "expired" | "forgotten" | "resigned" | "left" | "flagged" });

export interface MovedEvent extends RoomChanges {
  what: "moved";
  seat: number;
  move: string;
  number: number;
  view?: View;
  steps?: Step[];
}

export interface OfferEvent extends RoomChanges {
  what: "offered" | "agreed" | "refused";
  seat: number;
  offer: string;
}

export interface RoomChanges {
  say: "event";
  seq: number;
  /** The id of the action that caused the event, for the client that sent it. */
  ack?: string;
  number?: number;
  to_move?: number;
  clocks?: Clocks | null;
  offers?: Offer[];
  outcome?: Outcome | null;
  seats?: RoomSeat[];
  rematch?: string | null;
}

/** An action that was sent twice: the server had stored it the first time. */
export interface Acknowledgement {
  say: "ok";
  id: string;
  seq: number;
}

export interface Refusal extends Message {
  say: "refused";
  id?: string;
  why: string;
  ruling?: Ruling;
}

/** Who is connected. */
export interface Presence {
  say: "here";
  seats: boolean[];
  watching: number;
}

/** A machine's seat, or the question with this `id`, waits for its turn at the server's machines. */
export interface Waiting {
  say: "waiting";
  seat?: number;
  id?: string;
  /** 1 is next, 0 says that its turn has come. */
  place: number;
}

export type Phrase = "hello" | "good-luck" | "well-played" | "oops" | "thanks" | "good-game";

/** What somebody says to all who are in the room. */
export interface Remark {
  say: "message";
  seat: number;
  words: Phrase;
}

/** The answer to each question, by the `do` of the question. */
export interface Answers {
  moves: { say: "moves"; id: string; moves: Move[]; origins?: [Pick, number][] };
  why: { say: "why"; id: string; move: string; ruling: Ruling | null };
  view: { say: "view"; id: string; view: View; steps: Step[] };
  notes: { say: "notes"; id: string; notes: Note[] };
  preview: { say: "preview"; id: string } & Played;
  texts: { say: "texts"; id: string; texts: string[] };
  hint: { say: "hint"; id: string; move: string; texts: Record<string, string>; cells: number[] };
  review: Review;
  line: { say: "line"; id: string; positions: Played[] };
  invite: { say: "invitation"; id: string; code: string };
  pace: { say: "paced"; id: string; seconds: number };
  say: { say: "said"; id: string };
  ping: { say: "pong"; id: string };
}

export type Answer = Answers[keyof Answers];

/** An analysis comes in several messages, each better than the last. */
export interface Analysis {
  say: "analysis";
  /** Who is to move. */
  seat: number;
  depth: number;
  nodes: number;
  is_final: boolean;
  shares: number[];
  lines: AnalysedLine[];
}

/** `texts` has each move in the other notations of the game. */
export interface AnalysedLine {
  moves: string[];
  texts: Record<string, string>[];
  cells: number[][];
  shares: number[];
}

/** A review comes in several messages, each better than the last, until `refined` is `total`. */
export interface Review {
  say: "review";
  id: string;
  /** The number of positions, how many were assessed at all, and how many as well as they will be. */
  total: number;
  assessed: number;
  refined: number;
  /** What each seat may expect, from the first position to the last. */
  shares?: number[][];
  accuracies?: (number | null)[];
  mistakes?: Mistake[];
}

export interface Mistake {
  number: number;
  seat: number;
  mark: "inaccuracy" | "mistake" | "blunder";
  /** The share of the win that was given away. */
  loss: number;
  better: ReviewedLine;
  /** What the move allows. */
  answer: ReviewedLine;
}

/** `texts` has the move in the other notations of the game. */
export type ReviewedLine = { move: string; texts: Record<string, string>; cells: number[] }[];

/** A request that changes nothing. */
export type Question =
  | { do: "moves"; turn: number; origin: Pick | null }
  | { do: "why"; turn: number; picks: Pick[] }
  | { do: "why"; turn: number; move: string }
  | { do: "view"; number: number }
  | { do: "notes"; number: number; cell: number }
  | { do: "texts"; notation: string; since: number }
  | { do: "preview"; turn: number; move: string }
  | { do: "hint"; turn: number }
  | { do: "review" }
  | { do: "line"; number: number; moves: string[] }
  | { do: "invite"; seat: number }
  | { do: "pace"; seconds: number }
  | { do: "say"; seat: number; words: Phrase }
  | { do: "ping" };

/** A request that changes the room. */
export type Action =
  | { do: "move"; turn: number; move: string }
  | { do: "offer" | "refuse"; seat: number; offer: string }
  | { do: "resign"; seat: number }
  | { do: "leave"; seat: number; level: number }
  | { do: "hand"; seat: number; to: string }
  | { do: "sit"; seat: number; name: string };

/** A page on which moves are entered: a room, or a lesson. */
export interface MovePage {
  sheet: Sheet;
  board: Board;
  input: BoardInput;
  connection: { isReady: boolean; ask: Connection["ask"]; act: Connection["act"] };
  state: {
    room: { number: number; to_move: number; outcome: Outcome | null };
    sheet: Sheet;
    view: View | null;
    isYourTurn(): boolean;
    isSeated(): boolean;
    isOwnUnit(cell: number): boolean;
  };
  playback: { isLive(): boolean; isAnimating(): boolean; finish(): Promise<void> };
  /** Whether a move waits for its answer. */
  isSaving: boolean;
  /** The cell that is described below the board. */
  inspected: number | null;
  inspectCell(cell: number | null): void;
  showSaved(): void;
}

export interface Lesson {
  id: string;
  title: string;
  text: string;
  /** Of a puzzle: the lowest level of the machine that solves it. */
  level: number;
  clauses: { clause: string; words: string }[];
  /** Those in its moves. */
  signs: string[];
  options: Record<string, unknown>;
  seat: number;
  view: View;
  steps: LessonStep[];
}

export interface LessonStep {
  task: string;
  marks: number[];
  choices: { move: string; cells: number[] }[];
}

/** A question about the present step of a lesson. */
export type LessonQuestion =
  | { do: "moves"; origin: Pick | null }
  | { do: "notes"; cell: number }
  | { do: "try"; picks?: Pick[]; move?: string }
  | { do: "show" };

/** A move, and what happens in it. */
export interface Played {
  move: string;
  /** The move in the other notations of the game. */
  texts: Record<string, string>;
  seat: number;
  steps: Step[];
  view: View;
  outcome: { clause: string; reason: string; message_id?: string; values?: Record<string, any> } | null;
}

export interface TryAnswer extends Played {
  is_reached: boolean;
  ruling: Ruling | null;
  reply: Played | null;
  words: string;
}

/** An arrow from a cell to another, or a circle around one: names of cells, and a colour. */
export type Drawing = [string, string, string];

/** A node of a stored study; the first is the root, and the others come after their parents. */
export interface StudyDocumentNode {
  parent?: number;
  move?: string;
  comment?: string;
  arrows?: Drawing[];
}

export interface StudyDocument {
  game: string;
  options: Record<string, unknown>;
  start: string;
  title: string;
  /** Who played, when and where, of a game that was imported. */
  headers?: Record<string, string>;
  /** In which the author reads the moves; empty if nothing is known of it. */
  notation: string;
  nodes: StudyDocumentNode[];
}

/** What the server tells of a position of a study. */
export interface StudyPosition {
  to_move: number;
  text: string;
  view: View;
  steps: Step[];
  outcome: { clause: string; reason: string; message_id?: string; values?: Record<string, any> } | null;
}

/** A question about the position after `moves`. */
export type StudyQuestion =
  | { do: "views"; moves: string[]; since: number; options?: Record<string, unknown>; start?: string }
  | { do: "moves"; moves: string[]; origin: Pick | null }
  | { do: "notes"; moves: string[]; cell: number }
  | { do: "preview"; moves: string[]; move: string }
  | { do: "why"; moves: string[]; picks?: Pick[]; move?: string }
  | { do: "texts"; nodes: StudyDocumentNode[]; notation: string }
  | { do: "games"; text: string }
  | { do: "read"; text: string; number?: number }
  | { do: "write"; nodes: StudyDocumentNode[]; title: string; headers?: Record<string, string>; format: string }
  | { do: "edit"; start: string; units: [number, string][]; to_move: number };
