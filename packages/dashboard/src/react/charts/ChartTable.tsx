import type { ReactNode } from 'react';

/** Most rows of a table: it says what a drawing shows, and no drawing shows more. */
const MAX_ROWS = 500;

interface ChartTableProps {
  /** What the table is of. */
  readonly caption: string;
  readonly columns: readonly string[];
  /** The first cell of each names its row. */
  readonly rows: readonly (readonly ReactNode[])[];
}

/** The same as a drawing in words and numbers, for whoever asks for it. */
export function ChartTable({ caption, columns, rows }: ChartTableProps) {
  return (
    <details className="dash-table">
      <summary>
        As a table<span className="practice-visually-hidden">: {caption}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach it */}
      <section className="dash-table-scroll" tabIndex={0} aria-label={caption}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MAX_ROWS).map(([first, ...rest], row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names that are unique for sure
              <tr key={row}>
                <th scope="row">{first}</th>
                {rest.map((cell, column) => (
                  <td key={columns[column + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
