#include <uv.h>
// A clock of the system that rings by the nanosecond; libuv counts milliseconds.
#include <sys/timerfd.h>
// What wakes a loop.
#include <sys/eventfd.h>
