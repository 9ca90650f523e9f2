import type { Painter } from "./shape";

export class FillPainter implements Painter {
  paint(width: number, height: number): string[] {
    const lines: string[] = [];
    for (let y = 0; y < height; y++) {
      const edge = y === 0 || y === height - 1;
      lines.push(edge ? "+" + "-".repeat(width - 2) + "+" : "|" + " ".repeat(width - 2) + "|");
    }
    lines.reverse();
    return lines;
  }
}
