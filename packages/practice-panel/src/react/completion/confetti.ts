/** One falling piece of paper. Lengths are in CSS pixels, times in seconds, angles in radians. */
interface Piece {
  x: number;
  y: number;
  velocityX: number;
  velocityY: number;
  angle: number;
  spin: number;
  readonly color: string;
}

const PIECES = 90;
const DURATION_SECONDS = 2.6;
const GRAVITY = 620;
const PIECE_SIZE = 7;
const COLORS = ['#4c7df0', '#22a06b', '#e2b203', '#e56f5b', '#8f5bd6'];

/** Throws confetti over a canvas once. Returns a function that stops it early. */
export function throwConfetti(canvas: HTMLCanvasElement): () => void {
  const context = canvas.getContext('2d');
  if (context === null) return () => {};
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = width;
  canvas.height = height;
  const pieces = Array.from({ length: PIECES }, () => newPiece(width));
  const began = performance.now();
  let last = began;
  let frame = 0;

  const draw = (now: number) => {
    const age = (now - began) / 1000;
    context.clearRect(0, 0, width, height);
    if (age > DURATION_SECONDS) return;
    context.globalAlpha = Math.min(1, (DURATION_SECONDS - age) * 2);
    for (const piece of pieces) drawPiece(context, moved(piece, (now - last) / 1000));
    last = now;
    frame = requestAnimationFrame(draw);
  };
  frame = requestAnimationFrame(draw);
  return () => cancelAnimationFrame(frame);
}

function newPiece(width: number): Piece {
  return {
    x: width / 2 + (Math.random() - 0.5) * width * 0.4,
    y: -10,
    velocityX: (Math.random() - 0.5) * 420,
    velocityY: Math.random() * 260 - 80,
    angle: Math.random() * Math.PI,
    spin: (Math.random() - 0.5) * 12,
    color: COLORS[Math.floor(Math.random() * COLORS.length)] ?? '#4c7df0',
  };
}

function moved(piece: Piece, seconds: number): Piece {
  piece.velocityY += GRAVITY * seconds;
  piece.x += piece.velocityX * seconds;
  piece.y += piece.velocityY * seconds;
  piece.angle += piece.spin * seconds;
  return piece;
}

function drawPiece(context: CanvasRenderingContext2D, piece: Piece): void {
  context.save();
  context.translate(piece.x, piece.y);
  context.rotate(piece.angle);
  context.fillStyle = piece.color;
  context.fillRect(-PIECE_SIZE / 2, -PIECE_SIZE / 4, PIECE_SIZE, PIECE_SIZE / 2);
  context.restore();
}
