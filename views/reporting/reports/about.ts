/** The sentence that says what a report is, and how it reckons. */
export function splitAbout(about: string): [what: string, how: string] {
  const [what = ''] = /^.*?\.(?=\s|$)/s.exec(about) ?? [about]
  return [what, about.slice(what.length).trim()]
}
