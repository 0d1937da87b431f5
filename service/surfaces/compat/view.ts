import type { Envelope } from '../rest/envelope.ts'

export type NamedValues = Record<string, unknown>

/** A further call whose output an answer needs; it runs through the pipeline as the caller. */
export interface FurtherCall {
  /** The name of the operation. */
  operation: string
  input: NamedValues
  /** As in a route: input limits do not apply to it. */
  fixed?: NamedValues
}

export interface ViewContext {
  /** The input as the caller sent it, with the placeholders of the path, before `input` changed it. */
  sent: NamedValues
  /** The output of a further call, by its name in `before` or `also`; undefined if a call in `before` failed. */
  also<Output>(name: string): Output
  /** What our own base would answer. */
  own: Envelope
}

/**
 * How one route answers on the base of the established product: its parameters → the input of our operation, and our
 * output → its shape. The functions are pure. Outputs are typed by the view itself: it declares the fields that it reads.
 */
export interface RouteView {
  /** Another operation than that of our route, by its name. */
  operation?: string
  /** Their parameters → our input. */
  input?(sent: NamedValues): NamedValues
  /** Values of the input that the caller cannot send. Input limits do not apply to them. */
  fixed?: NamedValues
  /** The input with the number of rows, where it is not per_page. */
  sizeName?: string
  /** What must be read before the operation deletes it. A failure of it is ignored: the operation says what is wrong. */
  before?(sent: NamedValues): Record<string, FurtherCall>
  /** What the body needs beside the output. */
  also?(output: never, sent: NamedValues): Record<string, FurtherCall>
  body(output: never, context: ViewContext): NamedValues | Promise<NamedValues>
}

/** The address of our route, as the feature's rest.ts writes it → its view. */
export type Views = Readonly<Record<string, RouteView>>
