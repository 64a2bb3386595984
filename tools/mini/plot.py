"""Draw the stages' loss curves as an SVG from their loss.csv files.

    python tools/mini/plot.py OUT.svg stage1_loss.csv stage2_loss.csv stage3_loss.csv
"""
import csv
import math
import sys

W, H, L, B = 760, 320, 56, 40
COLORS = [("#3b6ea8", "answer loss"), ("#c46a2b", "MTP loss")]


def main(out, *files):
    xs, ys, marks, base = [], [[], []], [], 0.0
    for f in files:
        rows = list(csv.DictReader(open(f)))
        for r in rows:
            xs.append(base + float(r["tokens"]) / 1e6)
            ys[0].append(float(r["answer_loss"]))
            ys[1].append(float(r["mtp_loss"]))
        base = xs[-1]
        marks.append(base)
    # Stages without the MTP module give its loss as 0; the first steps of a module are off the scale.
    seen = [y for y in ys[0] + ys[1] if y > 0]
    lo, hi = math.log10(min(seen) * 0.8), math.log10(max(ys[0]) * 1.2)
    px = lambda x: L + x / xs[-1] * (W - L - 16)
    py = lambda y: 16 + (hi - math.log10(y)) / (hi - lo) * (H - 16 - B)
    s = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {W} {H}" font-family="sans-serif" font-size="12">', f'<rect width="{W}" height="{H}" fill="#ffffff"/>']
    for d in range(math.ceil(lo), math.floor(hi) + 1):
        y = py(10 ** d)
        s.append(f'<line x1="{L}" y1="{y:.1f}" x2="{W - 16}" y2="{y:.1f}" stroke="#dddddd"/><text x="{L - 6}" y="{y + 4:.1f}" text-anchor="end" fill="#444444">{10 ** d:g}</text>')
    for i, m in enumerate(marks):
        s.append(f'<line x1="{px(m):.1f}" y1="16" x2="{px(m):.1f}" y2="{H - B}" stroke="#bbbbbb" stroke-dasharray="4 3"/><text x="{px(m) - 6:.1f}" y="28" text-anchor="end" fill="#444444">stage {i + 1}</text>')
    for (color, name), y, at in zip(COLORS, ys, (0, 1)):
        s.append('<polyline fill="none" stroke="%s" stroke-width="1.5" points="%s"/>' % (color, " ".join(f"{px(a):.1f},{py(min(b, 10 ** hi)):.1f}" for a, b in zip(xs, y) if b > 0)))
        s.append(f'<rect x="{L + 10 + 120 * at}" y="{H - 16}" width="12" height="4" fill="{color}"/><text x="{L + 28 + 120 * at}" y="{H - 9}" fill="#222222">{name}</text>')
    s.append(f'<text x="{W - 16}" y="{H - 9}" text-anchor="end" fill="#222222">training tokens, millions (0 to {xs[-1]:.0f})</text>')
    s.append(f'<text x="{L}" y="12" fill="#222222">cross-entropy in nats a trained token, logarithmic</text></svg>')
    open(out, "w").write("\n".join(s) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
