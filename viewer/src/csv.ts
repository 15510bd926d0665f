// Comma-separated text cell by cell, as histories and field maps are written.

export interface Table {
  header: { path: string; unit: string }[];
  rows: { line: number; cells: string[] }[];
}

function cellsOf(line: string): string[] {
  const cells: string[] = [];
  const pattern = /\s*(?:"((?:[^"]|"")*)"\s*|([^,]*))(,|$)/gy;
  for (let found = pattern.exec(line); found; found = pattern.exec(line)) {
    cells.push(found[1] !== undefined ? found[1].replaceAll('""', '"') : found[2].trim());
    if (found[3] === "") break;
  }
  return cells;
}

export function parseCsv(text: string): Table {
  const table: Table = { header: [], rows: [] };
  text
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .forEach((line, index) => {
      if (line.trim() === "" || line.trimStart().startsWith("#")) return;
      const cells = cellsOf(line);
      if (table.header.length === 0) {
        table.header = cells.map((cell) => {
          const found = /^(.*?)\s*\[(.*)\]$/.exec(cell);
          return found ? { path: found[1], unit: found[2].trim() } : { path: cell, unit: "" };
        });
      } else {
        table.rows.push({ line: index + 1, cells });
      }
    });
  return table;
}
