/// @file
/// Everything a program needs: load a model file, discretise it, solve it.
#pragma once

#include <supple/assembly/discretize.hpp>
#include <supple/cosserat/sensitivity.hpp>
#include <supple/io/actuation.hpp>
#include <supple/io/model_file.hpp>
#include <supple/io/motion_case.hpp>
#include <supple/io/result_file.hpp>
#include <supple/statics/equilibrium.hpp>
#include <supple/statics/sensitivity.hpp>
#include <supple/steer/steer.hpp>
#include <supple/version.hpp>
