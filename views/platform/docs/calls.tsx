type Call = { method: string; path: string; claim: string | null; summary: string }

export function Calls({ calls }: { calls: readonly Call[] }) {
  return (
    <>
      <h1>Calls</h1>
      <p>
        {calls.length} calls. Sign in by <code>POST /api/auth/authenticate</code> and send{' '}
        <code>Authorization: Bearer …</code>. The machine-readable form is at{' '}
        <a href="/api/openapi.json">/api/openapi.json</a>.
      </p>
      <div className="table">
        <table>
          <caption className="unseen">Calls</caption>
          <thead>
            <tr>
              <th scope="col">Call</th>
              <th scope="col">Claim</th>
              <th scope="col">What it does</th>
            </tr>
          </thead>
          <tbody>
            {calls.map(({ method, path, claim, summary }) => (
              <tr key={`${method} ${path}`}>
                <td>
                  <code>
                    {method} {path}
                  </code>
                </td>
                <td data-label="Claim">
                  {claim === null ? 'public' : claim === 'seat' ? 'any seat' : claim}
                </td>
                <td data-label="What it does">{summary}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
