import { useEffect } from 'react'
import { WaitsHere } from '#views/ui/outbox.tsx'

/** What of that group waits, was sent or was refused: the outbox of the page writes it in. */
export function IslandWaitsHere({ group }: { group: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another group is another place
  useEffect(() => window.joblane.outbox.show(), [group])
  return <WaitsHere group={group} />
}
