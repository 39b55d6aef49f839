// Interviews on a grid of one day or week; dragging moves them, and pressing a free place schedules another.
import {
  DndContext,
  type DragEndEvent,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Schedule } from "@/lib/api/types";
import { halfHourAt, hoursOf, movedTo, type PlacedSchedule, placeDay } from "../logic/calendar";
import { dayOf, minuteOf, timeOn } from "../logic/days";
import styles from "./CalendarGrid.module.css";
import { useDayName, useHourName, useTimeRange } from "./times";

const HOUR_PX = 52;
/** Where a day pressed by the keyboard begins. */
const USUAL_HOUR = 9;

interface Props {
  days: readonly string[];
  schedules: readonly Schedule[];
  now: number;
  openId: string | null;
  canMove: boolean;
  onOpen: (id: string) => void;
  onMove: (schedule: Schedule, to: { start_time: string; end_time: string }) => void;
  /** Schedules an interview at a time; null without the permission. */
  onPlan: ((start: string) => void) | null;
}

export function CalendarGrid({ days, schedules, now, openId, canMove, onOpen, onMove, onPlan }: Props) {
  const { t } = useTranslation("schedule");
  const dayName = useDayName();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A finger that rests on an interview takes it; one that moves at once scrolls.
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
  );
  const columns = days.map((day) => ({ day, placed: placeDay(schedules, day) }));
  const { first, last } = hoursOf(columns.flatMap(({ placed }) => placed));
  const hours = Array.from({ length: last - first }, (_, at) => first + at);
  const hourName = useHourName();
  const onDragEnd = ({ active, over, delta }: DragEndEvent) => {
    const schedule = schedules.find(({ id }) => id === active.id);
    if (!schedule || !over) return;
    const to = movedTo(schedule, String(over.id), (delta.y / HOUR_PX) * 60);
    if (to.start_time !== new Date(schedule.start_time).toISOString()) onMove(schedule, to);
  };
  const today = dayOf(new Date(now));
  const minutes = minuteOf(new Date(now));
  return (
    <DndContext sensors={sensors} onDragEnd={onDragEnd}>
      <div className={styles.grid} style={{ gridTemplateColumns: `48px repeat(${days.length}, minmax(0, 1fr))` }}>
        {days.length > 1 ? <span className={styles.corner} /> : null}
        {days.map((day) => (
          // A single day is named beside the steps already.
          <h2 key={day} className={days.length > 1 ? styles.head : "visually-hidden"} data-today={day === today}>
            {dayName(day)}
          </h2>
        ))}
        <div className={styles.hours} aria-hidden="true" style={{ height: hours.length * HOUR_PX }}>
          {hours.map((hour) => (
            <span key={hour} style={{ top: (hour - first) * HOUR_PX }}>
              {hourName(hour)}
            </span>
          ))}
        </div>
        {columns.map(({ day, placed }) => (
          <Column key={day} day={day} height={hours.length * HOUR_PX}>
            {onPlan ? (
              <Free
                label={t("slot", { day: dayName(day) })}
                first={first}
                onPlan={(minute) => onPlan(timeOn(day, minute).toISOString())}
              />
            ) : null}
            {day === today && minutes >= first * 60 && minutes <= last * 60 ? (
              <span className={styles.now} style={{ top: ((minutes - first * 60) / 60) * HOUR_PX }} />
            ) : null}
            {placed.map((one) => (
              <Block
                key={one.schedule.id}
                placed={one}
                first={first}
                isOpen={one.schedule.id === openId}
                canMove={canMove && one.schedule.status === "scheduled"}
                onOpen={onOpen}
              />
            ))}
            {placed.length === 0 ? <span className="visually-hidden">{t("empty.day")}</span> : null}
          </Column>
        ))}
      </div>
    </DndContext>
  );
}

function Column({ day, height, children }: { day: string; height: number; children: React.ReactNode }) {
  const { setNodeRef, isOver } = useDroppable({ id: day });
  return (
    <div
      ref={setNodeRef}
      className={styles.column}
      data-over={isOver}
      style={{ height, backgroundSize: `100% ${HOUR_PX}px` }}
    >
      {children}
    </div>
  );
}

/** The free places of a day: the half hour under the pointer is shown, and pressed. */
function Free({ label, first, onPlan }: { label: string; first: number; onPlan: (minute: number) => void }) {
  const [hovered, setHovered] = useState<number | null>(null);
  const under = ({ clientY, currentTarget }: React.MouseEvent<HTMLButtonElement>) =>
    halfHourAt(first, clientY - currentTarget.getBoundingClientRect().top, HOUR_PX);
  return (
    <button
      type="button"
      className={styles.free}
      aria-label={label}
      onMouseMove={(event) => setHovered(under(event))}
      onMouseLeave={() => setHovered(null)}
      // A press of the keyboard has no place.
      onClick={(event) => onPlan(event.detail === 0 ? Math.max(first, USUAL_HOUR) * 60 : under(event))}
    >
      {hovered === null ? null : (
        <span className={styles.place} style={{ top: (hovered / 60 - first) * HOUR_PX, height: HOUR_PX / 2 }}>
          +
        </span>
      )}
    </button>
  );
}

interface BlockProps {
  placed: PlacedSchedule;
  first: number;
  isOpen: boolean;
  canMove: boolean;
  onOpen: (id: string) => void;
}

function Block({ placed, first, isOpen, canMove, onOpen }: BlockProps) {
  const { t } = useTranslation("interview");
  const timeRange = useTimeRange();
  const { schedule, from, to, column, columns } = placed;
  const { setNodeRef, listeners, transform, isDragging } = useDraggable({ id: schedule.id, disabled: !canMove });
  const width = 100 / columns;
  const name = schedule.candidate?.name ?? schedule.candidate?.email ?? t("nameless");
  const facts = [timeRange(schedule), schedule.interviewer.name].filter(Boolean).join(" · ");
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={styles.block}
      title={[name, facts].join(" · ")}
      data-status={schedule.status}
      data-open={isOpen}
      data-dragging={isDragging}
      style={{
        top: ((from - first * 60) / 60) * HOUR_PX,
        height: Math.max(((to - from) / 60) * HOUR_PX - 2, 22),
        left: `${column * width}%`,
        width: `calc(${width}% - 4px)`,
        ...(transform ? { transform: `translate(${transform.x}px, ${transform.y}px)` } : {}),
      }}
      {...listeners}
      onClick={() => onOpen(schedule.id)}
    >
      <strong>{name}</strong>
      <span>{facts}</span>
    </button>
  );
}
