import type { Config } from '#server/config.ts'

export type Xero = {
  clientid: string
  clientsecret: string
  scopes: string
  authoriseurl: string
  tokenurl: string
  connectionsurl: string
  apiurl: string
}

/** Undefined where this installation has no app at Xero: then nothing of it is offered. */
export function readXero(config: Config): Xero | undefined {
  if (!config.xeroclientid) return
  return {
    clientid: config.xeroclientid,
    clientsecret: config.xeroclientsecret,
    scopes: config.xeroscopes,
    authoriseurl: config.xeroauthoriseurl,
    tokenurl: config.xerotokenurl,
    connectionsurl: config.xeroconnectionsurl,
    apiurl: config.xeroapiurl,
  }
}
