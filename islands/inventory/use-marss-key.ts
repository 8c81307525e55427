import { useEffect, useState } from 'react'

declare global {
  interface DocumentEventMap {
    marsskey: CustomEvent<{ kept: boolean }>
  }
}

/** Whether the account has a key of Marss: the dialog that keeps it, or takes it away, tells the page behind it. */
export function useMarssKey(before: boolean): boolean {
  const [kept, setKept] = useState(before)
  useEffect(() => {
    const hear = ({ detail }: DocumentEventMap['marsskey']) => setKept(detail.kept)
    document.addEventListener('marsskey', hear)
    return () => document.removeEventListener('marsskey', hear)
  }, [])
  return kept
}
