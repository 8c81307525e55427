import { Banner } from './small.tsx'

export type Reached = {
  /** Where the link begins. */
  url: string
  /** Who looks may be who runs the program. */
  isoperator: boolean
  /** Where devices of the same network reach this machine. */
  sites: readonly string[]
}

/** Nobody on another machine can open it. */
export const isLocal = (url: string) => /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname)

/** Nobody outside the network that this machine stands in can open it. */
const isOfNetwork = (url: string) =>
  /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(new URL(url).hostname)

/** Undefined where everybody can open it. */
export function sayWhoReaches(url: string): string | undefined {
  if (isLocal(url)) return 'Its link opens on this machine alone.'
  return isOfNetwork(url) ? 'Its link opens on your own network alone.' : undefined
}

type LinkReachProps = Reached & {
  /** Who opens it, as in "clients". */
  readers: string
  /** Of a link that goes out by an invitation. */
  invites?: boolean
}

/** Who cannot open a link, and what makes it reach them. */
export function LinkReach({ url, readers, isoperator, sites, invites }: LinkReachProps) {
  const [near] = sites
  if (!isLocal(url) && !isOfNetwork(url)) return null
  const anew = invites ? 'invite them then' : 'make a new link'
  const address = invites ? 'The link of an invitation' : 'This address'
  return (
    <Banner level="warning">
      {isLocal(url)
        ? `${address} opens on this machine alone: ${readers} cannot open it. `
        : `${address} opens on your own network, such as its Wi-Fi: ${readers} elsewhere cannot open it. `}
      <details>
        <summary>What helps</summary>
        {isLocal(url) && isoperator && near && (
          <>
            For devices on your own network, sign in at <a href={near}>{near}</a> and{' '}
            {invites ? 'invite them' : 'make the link'} there.{' '}
          </>
        )}
        {isoperator ? (
          <>
            {near ? 'For everybody else, where' : 'Where'} you start Joblane, set an address that they reach,
            as in <code>JOBLANE_URL=https://jobs.example.co.za</code>, start it again, and {anew}.
          </>
        ) : (
          `Ask whoever installed Joblane for you to give it an address that they reach, and ${anew}.`
        )}
      </details>
    </Banner>
  )
}
