/** The part of the package that tests use; it has no types of its own. */
declare module 'oidc-provider' {
  type Message = import('node:http').IncomingMessage
  type Response = import('node:http').ServerResponse
  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }
  export default class Provider {
    constructor(issuer: string, configuration: object)
    Grant: new (values: {
      clientId: string
      accountId: string
    }) => Grant
    callback(): (request: Message, response: Response) => void
    interactionFinished(request: Message, response: Response, result: object): Promise<void>
  }
}
